import { lazy, Suspense } from 'react';
import { Checkbox, TextField } from '../../../components/ui/field.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import styles from '../ui/admin.module.css';
import type { HuntFormState } from './hunt-fields.ts';

const AreaMap = lazy(() => import('./area-map.tsx').then((m) => ({ default: m.AreaMap })));

export function AreaFields({ form }: { form: HuntFormState }) {
  const { register, errorOf, watch } = form;
  const hasArea = watch('has_area');
  return (
    <Stack>
      <Checkbox {...register('has_area')}>Show a search area on a map</Checkbox>
      {hasArea && (
        <>
          <div className={styles['pair']}>
            <TextField
              {...register('lat')}
              label="Latitude"
              inputMode="decimal"
              error={errorOf('lat')}
            />
            <TextField
              {...register('lng')}
              label="Longitude"
              inputMode="decimal"
              error={errorOf('lng')}
            />
            <TextField
              {...register('radius_m')}
              label="Radius in metres"
              inputMode="numeric"
              error={errorOf('radius_m')}
            />
          </div>
          <TextField {...register('caption')} label="Caption" error={errorOf('caption')} />
          <ChosenArea form={form} />
        </>
      )}
    </Stack>
  );
}

function ChosenArea({ form }: { form: HuntFormState }) {
  const [lat, lng, radius] = form.watch(['lat', 'lng', 'radius_m']).map(Number);
  if (!isOnMap(lat, 90) || !isOnMap(lng, 180) || !radius || !(radius > 0)) return null;
  function move(to: { lat: number; lng: number }) {
    const options = { shouldDirty: true, shouldValidate: true };
    form.setValue('lat', to.lat.toFixed(5), options);
    form.setValue('lng', to.lng.toFixed(5), options);
  }
  return (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <AreaMap lat={lat} lng={lng} radius={radius} onMove={move} />
      <p className={styles['faint']}>Click on the map to put the middle of the circle there.</p>
    </Suspense>
  );
}

function isOnMap(degrees: number | undefined, limit: number): degrees is number {
  return degrees !== undefined && Math.abs(degrees) <= limit;
}

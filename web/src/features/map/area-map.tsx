import 'leaflet/dist/leaflet.css';
import { latLng } from 'leaflet';
import { useEffect, useRef } from 'react';
import { Circle, MapContainer, useMap } from 'react-leaflet';
import { AreaOverview } from './area-overview.tsx';
import { type Area, describeArea } from './describe-area.ts';
import styles from './map.module.css';
import { MapNames, MapTiles } from './map-tiles.tsx';

const ZOOM = { least: 5, most: 16, first: 4 };

type Props = {
  area: Area;
  /** Older circles of the hunt. */
  previous: readonly Area[];
  title: string;
  /** Starts with the region instead of the circle, which an inset shows. */
  startsWide: boolean;
};

/** Without wheel zoom, which would interrupt page scrolling; zooms by keyboard and buttons. */
export function AreaMap({ area, previous, title, startsWide }: Props) {
  const view = startsWide
    ? { center: latLng(area.lat, area.lng), zoom: ZOOM.first }
    : { bounds: boundsOf(area) };
  return (
    <>
      <MapContainer
        className={styles['map']}
        {...view}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        scrollWheelZoom={false}
      >
        <MapTiles />
        {previous.map((older) => (
          <AreaCircle key={JSON.stringify(older)} area={older} className={styles['previous']} />
        ))}
        <AreaCircle area={area} className={styles['circle']} />
        <ZoomToArea area={area} />
        <MapNames
          map={`Map of the search area of ${title}. Arrow keys move it, plus and minus zoom.`}
          drawing={describeArea(area)}
        />
      </MapContainer>
      {startsWide && <AreaOverview area={area} previous={previous} />}
    </>
  );
}

function AreaCircle({ area, className }: { area: Area; className: string | undefined }) {
  return (
    <Circle
      center={[area.lat, area.lng]}
      radius={area.radius_m}
      {...(className ? { className } : {})}
      interactive={false}
    />
  );
}

/** With a margin around the circle. */
function boundsOf({ lat, lng, radius_m: radius }: Area) {
  return latLng(lat, lng).toBounds(radius * 2.1);
}

/** Follows the circle when staff move it. */
function ZoomToArea({ area }: { area: Area }) {
  const map = useMap();
  const isMoved = useRef(false);
  const { lat, lng } = area;
  useEffect(() => {
    if (isMoved.current) map.panTo([lat, lng]);
    isMoved.current = true;
  }, [map, lat, lng]);
  return (
    <button
      type="button"
      className={styles['zoom']}
      onClick={(event) => {
        event.stopPropagation();
        map.fitBounds(boundsOf(area), { animate: false });
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      Zoom to the circle
    </button>
  );
}

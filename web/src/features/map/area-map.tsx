import 'leaflet/dist/leaflet.css';
import { useQuery } from '@tanstack/react-query';
import { latLng } from 'leaflet';
import { useEffect, useRef } from 'react';
import { Circle, MapContainer, TileLayer, useMap } from 'react-leaflet';
import { siteConfigQuery } from '../../lib/site-config.ts';
import type { Area } from './area.ts';
import styles from './map.module.css';

const ZOOM = { least: 5, most: 16, first: 4 };

/** Without wheel zoom, which would interrupt page scrolling; zooms by keyboard and buttons. */
export function AreaMap({ area, title }: { area: Area; title: string }) {
  const config = useQuery(siteConfigQuery);
  return (
    <MapContainer
      className={styles['map']}
      center={[area.lat, area.lng]}
      zoom={ZOOM.first}
      minZoom={ZOOM.least}
      maxZoom={ZOOM.most}
      scrollWheelZoom={false}
    >
      {config.data && (
        <TileLayer url={config.data.mapTileUrl} attribution={config.data.mapAttribution} />
      )}
      <AreaCircle area={area} />
      <ZoomToArea area={area} />
      <MapName name={`Map of the search area of ${title}`} />
    </MapContainer>
  );
}

function AreaCircle({ area }: { area: Area }) {
  return (
    <Circle
      center={[area.lat, area.lng]}
      radius={area.radius_m}
      className={styles['circle']}
      interactive={false}
    />
  );
}

/** The initial view shows the region; the circle is small in it. */
function ZoomToArea({ area }: { area: Area }) {
  const map = useMap();
  const isMoved = useRef(false);
  const { lat, lng, radius_m: radius } = area;
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
        map.fitBounds(latLng(lat, lng).toBounds(radius * 2), { animate: false });
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      Zoom to the circle
    </button>
  );
}

/** Leaflet's container is focusable for keyboard control, so it needs an accessible name. */
function MapName({ name }: { name: string }) {
  const map = useMap();
  useEffect(() => {
    const element = map.getContainer();
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', `${name}. Arrow keys move it, plus and minus zoom.`);
  }, [map, name]);
  return null;
}

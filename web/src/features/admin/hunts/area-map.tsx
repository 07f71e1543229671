import 'leaflet/dist/leaflet.css';
import { useEffect } from 'react';
import { Circle, MapContainer, useMap, useMapEvents } from 'react-leaflet';
import map from '../../map/map.module.css';
import { MapNames, MapTiles } from '../../map/map-tiles.tsx';

type Point = { lat: number; lng: number };
type Props = Point & { radius: number; onMove: (to: Point) => void };

const NAME =
  'Map of the search area. Arrow keys move it, plus and minus zoom, a click puts the middle.';

/** The search area as players see it; a click moves its centre. */
export function AreaMap({ lat, lng, radius, onMove }: Props) {
  const centre: [number, number] = [lat, lng];
  return (
    <div className={map['frame']}>
      <MapContainer
        className={map['map']}
        center={centre}
        zoom={8}
        minZoom={3}
        maxZoom={16}
        scrollWheelZoom={false}
      >
        <MapTiles />
        <Circle center={centre} radius={radius} className={map['circle']} interactive={false} />
        <MapNames map={NAME} drawing="The search area" />
        <MapEvents lat={lat} lng={lng} onMove={onMove} />
      </MapContainer>
    </div>
  );
}

/** Pans to the typed coordinates and reports clicks. */
function MapEvents({ lat, lng, onMove }: Point & { onMove: Props['onMove'] }) {
  const leaflet = useMap();
  useEffect(() => {
    leaflet.panTo([lat, lng]);
  }, [leaflet, lat, lng]);
  useMapEvents({ click: ({ latlng }) => onMove(latlng.wrap()) });
  return null;
}

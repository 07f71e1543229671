/**
 * SQL condition: whether the recipient `r` is in `segment`, an SQL expression of type jsonb with the
 * fields of the contract's `mailingSegment`; missing fields have their defaults. Suspended users are in
 * no segment.
 */
export function isInSegment(segment: string): string {
  const field = (name: string) => `nullif(${segment}->>'${name}', '')`;
  const hunts = `coalesce(${segment}->'hunts', '[]'::jsonb)`;
  const memberships = `FROM alert_preferences p WHERE p.user_id = r.user_id
    AND (${hunts} = '[]'::jsonb OR ${hunts} ? p.product_id::text)
    AND (${field('region')} IS NULL OR p.region = ${field('region')})
    AND (${field('joined_since')} IS NULL
      OR p.joined_at >= (${field('joined_since')})::timestamp AT TIME ZONE 'UTC')
    AND (coalesce(${field('alerts')}, 'any') = 'any'
      OR p.email_alerts = (${field('alerts')} = 'on'))`;
  const is = (membership: string) => `WHEN '${membership}' THEN`;
  return `r.status = 'active'
    AND CASE ${field('verified')} ${is('any')} true ${is('no')} NOT r.email_verified
      ELSE r.email_verified END
    AND CASE ${field('membership')}
      ${is('member')} EXISTS (SELECT ${memberships} AND p.is_member)
      ${is('former')} EXISTS (SELECT ${memberships})
        AND NOT EXISTS (SELECT ${memberships} AND p.is_member)
      ${is('none')} NOT EXISTS (SELECT ${memberships})
      ELSE true END`;
}

/** The segment of the mailing `m`; of one that an earlier version of the service wrote, from its hunt. */
export const STORED_SEGMENT = `coalesce(m.segment, CASE WHEN m.hunt_id IS NULL THEN '{}'::jsonb
  ELSE jsonb_build_object('membership', 'member', 'hunts', jsonb_build_array(m.hunt_id)) END)`;

type Subject = { type?: string; id?: string };

/** The object of a staff action, or {} if the details name none. */
export function subjectOf(details: unknown): Subject {
  const subject = fieldOf(details, 'subject');
  const [type, id] = [fieldOf(subject, 'type'), fieldOf(subject, 'id')];
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof id === 'string' && { id }),
  };
}

/** The address of the earlier texts of the hunt or clue that the action changed; null for another object. */
export function textsPathOf(details: unknown): string | null {
  const { type, id } = subjectOf(details);
  if (!id || (type !== 'hunt' && type !== 'clue')) return null;
  const hunt = type === 'hunt' ? id : fieldOf(fieldOf(details, 'after'), 'hunt_id');
  if (typeof hunt !== 'string') return null;
  const search = new URLSearchParams({ tab: 'hunts', hunt });
  if (type === 'clue') search.set('clue', id);
  search.set('view', 'texts');
  return `/admin?${search}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

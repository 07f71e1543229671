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

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

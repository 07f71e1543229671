export function birthOf(pid: number): string | null;

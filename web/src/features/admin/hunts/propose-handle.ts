const MAX_LENGTH = 80;

/** `The Troll’s Ford` becomes `the-trolls-ford`. Empty where no letter or digit remains. */
export function proposeHandle(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
}

import { z } from 'zod';

const variables = z.object({ token: z.string().min(1) });

export function textPhoneCode(input: unknown): string {
  const { token } = variables.parse(input);
  return `${token} is your Cairn code. It works for 10 minutes. We never ask for it by phone.`;
}

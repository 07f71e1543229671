import { createHmac } from 'node:crypto';

/** https://www.twilio.com/docs/usage/security#validating-requests */
export function signForm(url: string, form: Record<string, string>, authToken: string): string {
  const written = Object.keys(form)
    .sort()
    .map((name) => `${name}${form[name]}`);
  return createHmac('sha1', authToken)
    .update([url, ...written].join(''))
    .digest('base64');
}

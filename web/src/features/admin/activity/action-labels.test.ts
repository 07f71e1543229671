import { expect, it } from 'vitest';
import { labelOf } from './action-labels.ts';

it.each([
  ['send_single_email', 'Sent Single Email'],
  ['send_mass_email', 'Sent Mass Email'],
  ['send_targeted_emails', 'Sent Emails to Selected Users'],
  ['account_view', 'Viewed Account'],
  ['account_update', 'Updated Account'],
  ['account_delete', 'Deleted Account'],
  ['something_newer', 'Something newer'],
])('labels action %s as %s', (action, label) => {
  expect(labelOf(action)).toBe(label);
});

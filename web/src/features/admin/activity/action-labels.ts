/** Labels of staff actions. The first six are fixed by the specification. */
export const ACTION_LABELS: Record<string, string> = {
  send_single_email: 'Sent Single Email',
  send_mass_email: 'Sent Mass Email',
  send_targeted_emails: 'Sent Emails to Selected Users',
  account_view: 'Viewed Account',
  account_update: 'Updated Account',
  account_delete: 'Deleted Account',
  accounts_export: 'Exported Accounts',
  purchase_refund: 'Refunded Purchase',
  purchases_export: 'Exported Purchases',
  hunt_create: 'Created Hunt',
  hunt_update: 'Updated Hunt',
  hunt_publish: 'Published Hunt',
  hunt_open: 'Opened Hunt',
  hunt_view_as_member: 'Viewed Hunt as a Member',
  hunt_cancel: 'Called Off Hunt',
  hunt_report_update: 'Wrote Story and Solutions',
  hunt_report_publish: 'Published Story and Solutions',
  hunt_report_unpublish: 'Unpublished Story and Solutions',
  clue_create: 'Wrote Clue or Update',
  clue_update: 'Changed Clue or Update',
  clue_delete: 'Deleted Clue or Update',
  image_upload: 'Uploaded Image',
  treasure_code_acknowledge: 'Confirmed Treasure Code',
  treasure_code_view: 'Viewed Treasure Code',
  claim_verify: 'Verified Claim',
  claim_reject: 'Rejected Claim',
  send_test_email: 'Sent Test Email',
  mailing_pause: 'Paused Mailing',
  mailing_resume: 'Resumed Mailing',
  mailing_stop: 'Stopped Mailing',
  mailing_retry: 'Retried Mailing',
  contact_answer: 'Answered Message',
  contact_update: 'Changed Status of Message',
  contact_export: 'Exported Messages',
  delivery_retry: 'Retried Message',
  suppression_lift: 'Let Mail Go Again',
  sql_select: 'Ran SQL Query',
  sql_update: 'Updated by SQL',
  sql_refused: 'Was Refused SQL',
};

/** Falls back to the raw action name with spaces. */
export function labelOf(action: string): string {
  const words = action.replaceAll('_', ' ');
  return ACTION_LABELS[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export interface TwilioKeys {
  accountSid: string;
  authToken: string;
}

/** Twilio's error format, https://www.twilio.com/docs/usage/twilios-response */
export interface TwilioError {
  code: number;
  message: string;
  more_info: string;
  status: number;
}

export function twilioError(code: number, message: string, status = 400): TwilioError {
  return { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status };
}

type Refusal = (number: string) => TwilioError;

/** The magic numbers of https://www.twilio.com/docs/iam/test-credentials */
const REFUSED_SENDERS: Record<string, Refusal> = {
  '+15005550001': (from) => twilioError(21212, `Invalid From Number (caller ID): ${from}`),
  '+15005550007': (from) => unknownSender(from),
  '+15005550008': () =>
    twilioError(21611, 'This From number has exceeded the maximum number of queued messages', 429),
};

const REFUSED_RECIPIENTS: Record<string, Refusal> = {
  '+15005550001': (to) => twilioError(21211, `Invalid 'To' Phone Number: ${to}`),
  '+15005550002': (to) =>
    twilioError(
      21612,
      `Message cannot be sent with the current combination of 'To' (${to}) and/or 'From' parameters`,
    ),
  '+15005550003': (to) =>
    twilioError(
      21408,
      `Permission to send an SMS has not been enabled for the region indicated by the 'To' number: ${to}`,
    ),
  '+15005550004': () => unsubscribed(),
  '+15005550009': (to) => twilioError(21614, `To number: ${to}, is not a mobile number`),
};

export function unsubscribed(): TwilioError {
  return twilioError(21610, 'Attempt to send to unsubscribed recipient');
}

export function checkSender(from: string): TwilioError | null {
  if (REFUSED_SENDERS[from]) return REFUSED_SENDERS[from](from);
  return isNumber(from) ? null : twilioError(21212, `Invalid From Number (caller ID): ${from}`);
}

export function checkRecipient(to: string): TwilioError | null {
  if (REFUSED_RECIPIENTS[to]) return REFUSED_RECIPIENTS[to](to);
  return isNumber(to) ? null : twilioError(21211, `Invalid 'To' Phone Number: ${to}`);
}

function unknownSender(from: string): TwilioError {
  return twilioError(
    21606,
    `The 'From' phone number provided (${from}) is not a valid message-capable Twilio phone number for this destination`,
  );
}

function isNumber(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}

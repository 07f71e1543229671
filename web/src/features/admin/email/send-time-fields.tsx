import { TextField } from '../../../components/ui/field.tsx';
import { timeZone, toLocalInput } from '../ui/moments.ts';
import own from './email.module.css';

type Props = { sendAt: string; onChange: (sendAt: string) => void };

/** Whether a mail is sent at once or at a time of the browser's time zone. */
export function SendTimeFields({ sendAt, onChange }: Props) {
  const isLater = sendAt !== '';
  return (
    <div className={own['time']}>
      <fieldset className={own['views']}>
        <legend>Send</legend>
        <label>
          <input type="radio" name="send-time" checked={!isLater} onChange={() => onChange('')} />
          Now
        </label>
        <label>
          <input
            type="radio"
            name="send-time"
            checked={isLater}
            onChange={() => onChange(toLocalInput(nextHour()))}
          />
          At a time
        </label>
      </fieldset>
      {isLater && (
        <TextField
          label="Day and time"
          type="datetime-local"
          value={sendAt}
          max={toLocalInput(new Date(Date.now() + YEAR_MS).toISOString())}
          hint={`In your time zone, ${timeZone()}. A time in the past sends at once.`}
          onChange={({ target }) => target.value && onChange(target.value)}
        />
      )}
    </div>
  );
}

const HOUR_MS = 3600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

function nextHour(): string {
  return new Date(Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();
}

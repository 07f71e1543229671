import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '../../../components/ui/field.tsx';
import { refreshProducts } from '../../products/use-products.ts';
import { adminKey, callRoute } from '../api/call-route.ts';
import own from '../hunts/hunts.module.css';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextArea } from '../ui/fields.tsx';
import { showToast } from '../ui/toast.ts';
import { ClaimPrize } from './claim-prize.tsx';

type Outcome = 'verified' | 'rejected';
type Props = {
  claim: StaffClaim;
  onDecided: (claim: StaffClaim) => void;
  onClose: () => void;
};

/** Asks for the claim secret that the finder shows in person, and for the decision. */
export function DecideDialog({ claim, onDecided, onClose }: Props) {
  const [secret, setSecret] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [note, setNote] = useState('');
  const queryClient = useQueryClient();
  const decide = useMutation({
    mutationFn: (chosen: Outcome) =>
      callRoute('POST /api/admin/claims/:id/verify', {
        params: { id: claim.id },
        body: { claimSecret: normaliseKey(secret), outcome: chosen, note: note.trim() },
      }),
    onSuccess: (decided) => {
      void queryClient.invalidateQueries({ queryKey: adminKey() });
      void refreshProducts();
      onDecided(decided);
      showToast(outcomeOf(decided));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Claim on ${claim.hunt_title}`}
      confirmText={outcome ? ACTION_LABELS[outcome] : 'Choose the outcome'}
      isDangerous={outcome === 'rejected'}
      isDisabled={outcome === null || (outcome === 'verified' && secret.trim() === '')}
      isBusy={decide.isPending}
      error={decide.error}
      onConfirm={() => outcome && decide.mutate(outcome)}
      onClose={onClose}
    >
      <ClaimPrize claim={claim} />
      <TextField
        label="The finder’s secret"
        value={secret}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="64 letters and digits, as the finder’s claim page shows them. Leave it empty if no one came: such a claim can only be rejected."
        onChange={(event) => setSecret(event.target.value)}
      />
      <fieldset className={own['choices']}>
        <legend>Outcome of the meeting</legend>
        {(['verified', 'rejected'] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="outcome"
              checked={outcome === one}
              onChange={() => setOutcome(one)}
            />
            {one === 'verified' ? 'Verified: the box was found' : 'Rejected'}
          </label>
        ))}
      </fieldset>
      {outcome && <p>{CONSEQUENCES[outcome]}</p>}
      <TextArea
        label="Note"
        rows={3}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}

function outcomeOf({ state, hunt_title }: StaffClaim): string {
  return state === 'verified'
    ? `The claim on ${hunt_title} is verified. Its salt and code are public.`
    : `The claim on ${hunt_title} is rejected. The hunt is active again under a new code.`;
}

const ACTION_LABELS = { verified: 'Verify the claim', rejected: 'Reject the claim' };

const CONSEQUENCES = {
  verified:
    'The salt and the code are published, so that anyone can check the commitment. This cannot be undone.',
  rejected:
    'The hunt is active again under a new code, which is shown to you once and has to go into the box. The old code ends, and is published. This cannot be undone.',
};

/** Removes spaces and capitals that occur when the key is read aloud or copied from paper. */
function normaliseKey(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}

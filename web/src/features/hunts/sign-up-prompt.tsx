import type { Product } from '@cairn/contracts/http/hunts.ts';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../components/ui/dialog.tsx';

type Props = { isOpen: boolean; onClose: () => void; hunt: Product };

export function SignUpPrompt({ isOpen, onClose, hunt }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Ready to Join the Hunt?" subject={hunt.title}>
      <p>
        To join {hunt.title} you need an account, so that the clues find you. Signing up costs
        nothing.
      </p>
      <DialogActions>
        <LinkButton to="/signup" variant="primary">
          Sign up
        </LinkButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

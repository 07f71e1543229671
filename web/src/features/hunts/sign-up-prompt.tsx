import type { Product } from '@cairn/contracts/http/hunts.ts';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../components/ui/dialog.tsx';
import { joinPath, saveRedirect } from '../session/redirect-after-login.ts';

type Props = { isOpen: boolean; onClose: () => void; hunt: Product };

/** Keeps the hunt, so that it is offered after the sign-up or login. */
export function SignUpPrompt({ isOpen, onClose, hunt }: Props) {
  const keepHunt = () => saveRedirect(joinPath(hunt.handle));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Ready to Join the Hunt?"
      subject={hunt.title}
      withoutInitialButtonFocus
    >
      <p>
        To join {hunt.title} you need an account, so that the clues find you. Signing up costs
        nothing.
      </p>
      <DialogActions>
        <LinkButton to="/signup" variant="primary" onClick={keepHunt}>
          Sign up
        </LinkButton>
        <LinkButton to="/login" onClick={keepHunt}>
          Login
        </LinkButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}

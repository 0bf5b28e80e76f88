import { Link } from '@remix-run/react'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { type LinkKind, newLinkPath } from './verification-link'

/** Says that a link was used, expired or replaced by a newer one, and offers a new one. */
export function LinkOver(props: { kind: LinkKind; email: string | null; reason: string | null }) {
  const { kind, email, reason } = props
  return (
    <>
      <h1 className="mb-4 text-figure font-semibold tracking-wide">
        {kind === 'recovery' ? 'NEW PASSWORD' : 'VERIFICATION'}
      </h1>
      <ErrorBanner errors={[reason ?? 'This link was used or has expired.']} />
      <p className="mb-5 text-muted">
        {reason
          ? 'Your password is not set, and this link cannot be used again. Request a new one.'
          : 'Each link works once, for a limited time, and only the newest one works.'}
      </p>
      <LinkButton variant="primary" to={newLinkPath(kind, email)} className="min-h-11">
        Request a new link
      </LinkButton>
      <BackToSignIn />
    </>
  )
}

/** Says that an invitation opens nothing, and who makes another. */
export function InvitationOver() {
  return (
    <>
      <h1 className="mb-4 text-figure font-semibold tracking-wide">INVITATION</h1>
      <ErrorBanner errors={['This link was used or has expired.']} />
      <p className="text-muted">
        Each link works once, within seven days, and only the newest one works. Request another one
        from the sender.
      </p>
      <BackToSignIn />
    </>
  )
}

/** Says that the address lacks parts of the link. Its kind is unknown then. */
export function LinkIncomplete() {
  return (
    <>
      <h1 className="mb-4 text-figure font-semibold tracking-wide">VERIFICATION</h1>
      <ErrorBanner errors={['The link is incomplete.']} />
      <p className="mb-5 text-muted">Use the button in the e-mail, or request a new link.</p>
      <div className="grid gap-2.5">
        <LinkButton to={newLinkPath('signup', null)} className="min-h-11">
          New link for a new account
        </LinkButton>
        <LinkButton to={newLinkPath('recovery', null)} className="min-h-11">
          New link for a forgotten password
        </LinkButton>
      </div>
      <BackToSignIn />
    </>
  )
}

/** Tells users of the field app that their account has no screens on the web. */
export function LinkDone() {
  return (
    <>
      <h1 className="mb-4 text-figure font-semibold tracking-wide">VERIFICATION</h1>
      <p role="status">
        Your account is open and your password is set. Your role works in the field app, not here.
      </p>
    </>
  )
}

function BackToSignIn() {
  return (
    <Link to="/" className="mt-5 self-center text-xs font-medium text-accent hover:underline">
      Back to sign in
    </Link>
  )
}

import { Badge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { AccountFacts } from '../accounts.server'

interface Props {
  person: { email: string; sessionsEndedAt: string | null; createdAt: string }
  /** True for the house account, with which nobody signs in. */
  house: boolean
  account: AccountFacts
  timeZone: string
}

/** Shows a user's account, with times in the time zone of the user's project. */
export function AccountPanel({ person, house, account, timeZone }: Props) {
  const at = (instant: string | null) => <DateText value={instant} timeZone={timeZone} />
  return (
    <Panel
      title="Account"
      className="mb-4"
      actions={<span className="text-xs text-muted">Times of {timeZone}</span>}
    >
      <Details
        items={[
          ['E-mail', person.email],
          [
            'Address verified',
            account.verifiedAt ? (
              at(account.verifiedAt)
            ) : house ? (
              'No user signs in with the house account'
            ) : (
              <span key="not">
                <Badge tone="warn">Not yet</Badge>{' '}
                <span className="text-muted">
                  Account not opened: the link in the e-mail is unused
                </span>
              </span>
            ),
          ],
          ['Last sign-in', account.lastSignInAt ? at(account.lastSignInAt) : 'Never'],
          ['Signed out everywhere', person.sessionsEndedAt ? at(person.sessionsEndedAt) : 'Never'],
          ['Added', at(person.createdAt)],
        ]}
      />
    </Panel>
  )
}

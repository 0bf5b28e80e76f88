import { Badge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import type { AccountFacts } from '../accounts.server'
import type { PersonDocument } from '../queries.server'

interface Props {
  person: PersonDocument
  account: AccountFacts
  timeZone: string
}

/** What is known of a person's account, in the time of where they work. */
export function AccountPanel({ person, account, timeZone }: Props) {
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
            ) : (
              <span key="not" title="Waits for the link in the mail">
                <Badge tone="warn">Not yet</Badge>
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

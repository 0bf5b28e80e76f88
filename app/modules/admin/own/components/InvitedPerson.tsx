import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { InvitationPanel } from '../../people/components/InvitationPanel'
import type { Invitation } from '../../people/invitation.server'

/** A person who was invited without an e-mail, with the link that opens the account. */
export interface Invited {
  id: string
  name: string
  email: string
  invitation: Invitation
}

/** Shows the link that opens the account of a person without an e-mail, and what comes next. */
export function InvitedPerson({
  id,
  name,
  email,
  invitation,
  timeZone,
}: Invited & { timeZone: string }) {
  return (
    <>
      <PageHeader
        title={`${name} is invited`}
        crumbs={[{ label: 'Users', to: paths.ownProject.people }]}
      />
      <InvitationPanel {...{ name, project: null, timeZone, invitation }} />
      <Panel title="Next">
        <p className="mb-4 max-w-prose">
          {name} opens the link, chooses a password, and signs in as{' '}
          <span className="font-medium">{email}</span>.
        </p>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.ownProject.addPerson} variant="primary">
            Invite another
          </LinkButton>
          <LinkButton to={paths.ownProject.person(id)}>Open {name}</LinkButton>
        </div>
      </Panel>
    </>
  )
}

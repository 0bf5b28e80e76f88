import { paths } from '~/paths'
import { LinkButton } from '~/ui/Button'
import { Panel } from '~/ui/Panel'
import { InvitationPanel } from '../../people/components/InvitationPanel'
import type { FirstUser } from '../guide.server'
import type { ProjectDocument } from '../queries.server'

/** Shows the link of the first user, and what comes next. */
export function FirstUserLink({ first, project }: { first: FirstUser; project: ProjectDocument }) {
  const { id, name, email, alone, invitation } = first
  return (
    <>
      <InvitationPanel {...{ name, project: null, timeZone: project.timeZone, invitation }} />
      <Panel title="Next">
        <p className="mb-4 max-w-prose">
          {name} signs in as <span className="font-medium">{email}</span>.{' '}
          {alone
            ? 'Open the link and choose a password: Home then has the first steps.'
            : 'Home then has the first steps, among them the links of all others.'}
        </p>
        <div className="flex flex-wrap gap-2">
          {'link' in invitation ? (
            <LinkButton to={invitation.link} variant="primary" reloadDocument>
              Open the link here
            </LinkButton>
          ) : (
            <LinkButton to={paths.admin.user(id)} variant="primary">
              Open {name}
            </LinkButton>
          )}
          <LinkButton to={paths.admin.project(project.id)}>Open {project.name}</LinkButton>
        </div>
        {'link' in invitation ? (
          <p className="mt-2 text-xs text-muted">
            On this device the link signs you out and begins as {name}.
          </p>
        ) : null}
      </Panel>
    </>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { type AdminSent, adminActions } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { readAccount } from './accounts.server'
import { personIntents } from './actions.server'
import { AccountPanel } from './components/AccountPanel'
import type { ActionRefusal } from './components/ActionButton'
import { InvitationPanel } from './components/InvitationPanel'
import { MembershipTable } from './components/MembershipTable'
import { PersonActions } from './components/PersonActions'
import { isHouseAccount } from './house-account.server'
import { makeInvitation } from './invitation.server'
import { type PersonDocument, readPerson } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.person.name ?? 'User'} · Kalakal` },
]

const DEFAULT_ZONE = 'Asia/Manila'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, user } = await requireAdmin(context)
  const person = await readPerson(db, params.id ?? '')
  return {
    person,
    house: isHouseAccount(person.email),
    account: await readAccount(person.id),
    own: person.id === user.userId,
    timeZone: person.memberships[0]?.timeZone ?? DEFAULT_ZONE,
    idempotencyKeys: {
      person: newIdempotencyKey(),
      memberships: Object.fromEntries(
        person.memberships.map(({ projectId }) => [projectId, newIdempotencyKey()]),
      ),
    },
    outbox: context.outbox,
  }
}

export const action = adminActions({
  document: async ({ db, user, id }) => {
    const person = await readPerson(db, id)
    // The administrator's own account is managed by the command line.
    if (person.id === user.userId) throw problem(403)
    return person
  },
  answer: (_, { form, intent }, error): ActionRefusal => ({
    error: error?.message ?? '',
    intent,
    projectId: String(form.get('project_id') ?? ''),
  }),
  intents: (intent) => ({
    ...personIntents(intent),
    link: ({ db, document: { id }, context }: AdminSent<PersonDocument>) =>
      makeInvitation(db, null, id, context.origin),
  }),
})

/** Shows one user: account, memberships, and the actions of the administrator. */
export default function PersonPage() {
  const { person, house, account, own, timeZone, idempotencyKeys, outbox } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const invitation = answer && 'invitation' in answer ? answer.invitation : undefined
  const refusal = answer && 'invitation' in answer ? undefined : answer
  return (
    <>
      <PageHeader
        title={person.name}
        crumbs={[{ label: 'Users', to: paths.admin.users }]}
        badges={own ? <Badge tone="accent">Platform administrator</Badge> : null}
        actions={
          own ? null : (
            <PersonActions
              person={person}
              verified={house || account.verifiedAt !== null}
              idempotencyKey={idempotencyKeys.person}
              outbox={outbox}
              refusal={refusal}
            />
          )
        }
      />
      <ErrorBanner errors={refusal?.intent === 'resend' ? [refusal.error] : null} />
      <AccountPanel {...{ person, house, account, timeZone }} />
      {!own && !house && !account.verifiedAt && person.memberships.length > 0 ? (
        <InvitationPanel {...{ name: person.name, project: null, timeZone, invitation }} />
      ) : null}
      <Panel
        title="Projects"
        flush
        actions={
          own ? null : (
            <LinkButton to="change" size="sm">
              Change role and projects
            </LinkButton>
          )
        }
      >
        <MembershipTable
          person={person}
          idempotencyKeys={idempotencyKeys.memberships}
          refusal={refusal}
        />
      </Panel>
    </>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { newIdempotencyKey, readFields } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { readAccount } from './accounts.server'
import { leaveAll, resend, setStatus, signOut } from './acts.server'
import { AccountPanel } from './components/AccountPanel'
import type { Refusal } from './components/Act'
import { MembershipTable } from './components/MembershipTable'
import { PersonActs } from './components/PersonActs'
import { readPerson } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.person.name ?? 'User'} · Kalakal` },
]

const DEFAULT_ZONE = 'Asia/Manila'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, user } = await requireAdmin(context)
  const person = await readPerson(db, params.id ?? '')
  return {
    person,
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

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, user } = await requireAdmin(context)
  const person = await readPerson(db, params.id ?? '')
  // The administrator's own account is managed by the command line.
  if (person.id === user.userId) throw problem(403)
  const form = await readFields(request)
  const intent = String(form.get('intent'))
  const act = () => {
    switch (intent) {
      case 'resend':
        return resend(person)
      case 'deactivate':
        return setStatus(db, person, 'inactive', form)
      case 'reactivate':
        return setStatus(db, person, 'active', form)
      case 'deactivate_everywhere':
        return leaveAll(db, person, form)
      case 'sign_out':
        return signOut(db, person, form)
      default:
        throw problem(400)
    }
  }
  const result = await act()
  return result.ok
    ? redirectWithToast(paths.admin.user(person.id), result.data)
    : reply(
        {
          error: result.error.message,
          intent,
          projectId: String(form.get('project_id') ?? ''),
        } satisfies Refusal,
        result.error.status,
      )
}

/** Shows one user: account, memberships, and the actions of the administrator. */
export default function PersonPage() {
  const { person, account, own, timeZone, idempotencyKeys, outbox } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={person.name}
        crumbs={[{ label: 'Users', to: paths.admin.users }]}
        badges={own ? <Badge tone="accent">Platform administrator</Badge> : null}
        actions={
          own ? null : (
            <PersonActs
              person={person}
              verified={account.verifiedAt !== null}
              idempotencyKey={idempotencyKeys.person}
              outbox={outbox}
              refusal={refusal}
            />
          )
        }
      />
      <ErrorBanner errors={refusal?.intent === 'resend' ? [refusal.error] : null} />
      <AccountPanel person={person} account={account} timeZone={timeZone} />
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

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { adminClient } from '~/platform/admin-client.server'
import { problem } from '~/platform/errors'
import { newOp, readOp } from '~/platform/form.server'
import { requireAdmin } from '~/platform/guard.server'
import { reply } from '~/platform/reply.server'
import { redirectWithToast } from '~/platform/toast.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { Details } from '~/ui/Details'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { StatusAct } from '../components/StatusAct'
import { sendVerification, setMemberStatus } from './commands.server'
import { listPeople, type Person } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.person.name ?? 'User'} · Kalakal` },
]

async function readPerson(db: Parameters<typeof listPeople>[0], id: string): Promise<Person> {
  if (!z.uuid().safeParse(id).success) throw problem(404)
  const [person] = await listPeople(db, { id })
  if (!person) throw problem(404)
  return person
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const person = await readPerson(db, params.id ?? '')
  const account = await adminClient().auth.admin.getUserById(person.id)
  const [manager] = await Promise.all(
    person.memberships.flatMap(({ managerId }) =>
      managerId ? [listPeople(db, { id: managerId })] : [],
    ),
  )
  return {
    person,
    manager: manager?.[0]?.name ?? null,
    verified: Boolean(account.data.user?.email_confirmed_at),
    lastSignIn: account.data.user?.last_sign_in_at ?? null,
    ops: person.memberships.map(() => newOp()),
    outbox: context.backend !== 'supabase',
  }
}

const statusShape = z.object({ status: z.enum(['active', 'inactive']), project_id: z.uuid() })

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db } = await requireAdmin(context)
  const form = await request.formData()
  const person = await readPerson(db, params.id ?? '')
  const here = `/admin-users/${person.id}`
  switch (form.get('intent')) {
    case 'resend':
      return (await sendVerification(person.email))
        ? redirectWithToast(here, `A verification mail is on its way to ${person.email}.`)
        : reply({ error: 'The mail could not be sent. Wait a minute and try again.' }, 422)
    case 'status': {
      const asked = statusShape.safeParse(Object.fromEntries(form))
      if (!asked.success) throw problem(400)
      const { project_id, status } = asked.data
      const result = await setMemberStatus(db, readOp(form), project_id, person.id, status)
      return result.ok
        ? redirectWithToast(here, `${person.name} is ${status}.`)
        : reply({ error: result.error.message }, result.error.status)
    }
    default:
      throw problem(400)
  }
}

/** One person: account, memberships, and what the administrator may do about them. */
export default function PersonPage() {
  const { person, manager, verified, lastSignIn, ops, outbox } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={person.name}
        crumbs={[{ label: 'Users', to: '/admin-users' }]}
        actions={
          verified ? null : (
            <>
              {outbox ? (
                <LinkButton to="/outbox" reloadDocument>
                  Open outbox
                </LinkButton>
              ) : null}
              <Form method="post">
                <input type="hidden" name="intent" value="resend" />
                <SubmitButton>Send verification mail again</SubmitButton>
              </Form>
            </>
          )
        }
      />
      <ErrorBanner errors={answer ? [answer.error] : undefined} />
      <Panel title="Account" className="mb-4">
        <Details
          items={[
            ['E-mail', person.email],
            ['Address verified', verified ? 'Yes' : 'Not yet: waits for the link in the mail'],
            ['Last sign-in', <DateText key="last" value={lastSignIn} timeZone="UTC" />],
            ['Added', <DateText key="added" value={person.createdAt} timeZone="UTC" />],
            ...(manager ? ([['Manager', manager]] as const) : []),
          ]}
        />
      </Panel>
      <Panel title="Projects" flush>
        <DataTable
          caption="Projects"
          columns={[
            {
              key: 'project',
              header: 'Project',
              phone: 'title',
              cell: ({ membership }) => membership.project,
            },
            { key: 'role', header: 'Role', cell: ({ membership }) => membership.role },
            {
              key: 'status',
              header: 'Status',
              cell: ({ membership }) => <StageBadge stage={membership.status} />,
            },
            {
              key: 'act',
              header: 'Change',
              cell: ({ membership, op }) =>
                membership.status === 'active' ? (
                  <StatusAct
                    label="Deactivate"
                    title={`Deactivate ${person.name}`}
                    body={`${person.name} loses ${membership.project} at the next click. Documents stay as they are.`}
                    op={op}
                    status="inactive"
                    projectId={membership.projectId}
                    danger
                  />
                ) : (
                  <StatusAct
                    label="Reactivate"
                    title={`Reactivate ${person.name}`}
                    body={`${person.name} can work in ${membership.project} again at once.`}
                    op={op}
                    status="active"
                    projectId={membership.projectId}
                  />
                ),
            },
          ]}
          rows={person.memberships.map((membership, index) => ({
            membership,
            op: ops[index] ?? '',
          }))}
          rowKey={({ membership }) => membership.projectId}
          empty={
            <EmptyState title="No project">The platform administrator belongs to none.</EmptyState>
          }
        />
      </Panel>
    </>
  )
}

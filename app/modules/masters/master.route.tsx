import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { versionField } from '~/platform/forms/fields'
import { newIdempotencyKey, readVersion } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ConfirmForm } from '~/ui/ConfirmForm'
import { DocumentHead } from '~/ui/DocumentHead'
import { MasterForm } from './components/MasterForm'
import { PayeeAccountPanel } from './components/PayeeAccountPanel'
import { kindAt, masterOf } from './definitions'
import { type MasterRow, readMaster } from './queries.server'
import { saveMaster } from './save.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? nameOf(data.entry) : 'No such document'} · Kalakal` },
]

const confirmSchema = z.object({ version: versionField })
const statusSchema = z.object({ status: z.enum(['active', 'inactive']) })

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project, user } = await requirePermission(context, 'masters.write')
  const kind = kindAt(new URL(request.url).pathname)
  const entry = await readMaster(db, project.projectId, kind, params.id ?? '')
  const { account } = entry
  const secondPerson = project.settings.maker_checker.payee_accounts
  const nameOfUser = async (id: string | null) =>
    (id && (await namesOf(db, project.projectId)).get(id)) || 'a former member'
  return {
    kind,
    entry,
    account: account && {
      confirmed: account.confirmedAt
        ? `Confirmed by ${await nameOfUser(account.confirmedBy)}.`
        : null,
      setBy: await nameOfUser(account.setBy),
      own: secondPerson && account.setBy === user.userId,
    },
    idempotencyKey: newIdempotencyKey(),
    project: project.projectId,
    mayReadVouchers: project.permissions.includes('vouchers.read'),
  }
}

const saved = (_: unknown, { url }: { url: URL }) => ({
  to: paths.masters.list(kindAt(url.pathname)),
  text: 'Saved.',
})

export const action = formActions({
  permission: 'masters.write',
  intents: (intent) => ({
    status: intent({
      schema: statusSchema,
      command: async (sent) =>
        saveMaster(sent, kindAt(sent.url.pathname), readVersion(sent.form), sent.value),
      done: saved,
    }),
    confirm: intent({
      schema: confirmSchema,
      command: ({ run, id, value: { version } }) =>
        run('confirm_payee_account', { p_payee: id, p_version: version }),
      done: 'The account is confirmed: vouchers with this account can be printed and released.',
    }),
    default: intent({
      schema: ({ url }) => masterOf(kindAt(url.pathname)).schema,
      command: async (sent) =>
        saveMaster(sent, kindAt(sent.url.pathname), readVersion(sent.form), sent.value),
      done: saved,
    }),
  }),
})

const nameOf = ({ values }: MasterRow) => Object.values(values).filter(Boolean).join(' ')

/** Edits one entry, and deactivates or reactivates it. */
export default function MasterPage() {
  const { kind, entry, account, project, idempotencyKey, mayReadVouchers } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { title, one, filter } = masterOf(kind)
  const active = entry.status === 'active'
  const label = active ? 'Deactivate' : 'Reactivate'
  const intent = lastResult?.initialValue?.intent
  const ofStatus = intent === 'status'
  return (
    <>
      <DocumentHead
        title={nameOf(entry)}
        badges={<StageBadge stage={entry.status} />}
        list={{ label: title, to: paths.masters.list(kind) }}
        actions={
          <>
            {filter && mayReadVouchers ? (
              <LinkButton to={`${paths.expenses.vouchers}?${filter}=${entry.id}`}>
                Vouchers
              </LinkButton>
            ) : null}
            <ConfirmForm
              trigger={label}
              title={`${label} this ${one}`}
              body={
                active
                  ? 'It can no longer be selected. Existing documents do not change.'
                  : 'It can be selected again.'
              }
              label={label}
              danger={active}
              values={{
                project,
                intent: 'status',
                status: active ? 'inactive' : 'active',
                version: entry.version,
              }}
              errors={ofStatus ? (lastResult?.error?.[''] ?? null) : null}
            />
          </>
        }
      />
      {account ? (
        <PayeeAccountPanel
          key={entry.version}
          {...account}
          version={entry.version}
          {...{ project, idempotencyKey }}
          lastResult={intent === 'confirm' ? lastResult : undefined}
        />
      ) : null}
      <MasterForm
        kind={kind}
        project={project}
        saved={entry}
        lastResult={ofStatus || intent === 'confirm' ? undefined : lastResult}
      />
    </>
  )
}

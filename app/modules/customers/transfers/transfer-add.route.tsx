import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listAgents, listAgentsEver, namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { today } from '~/platform/values/dates'
import { PageHeader } from '~/ui/PageHeader'
import { Candidates } from './components/Candidates'
import { TransferForm } from './components/TransferForm'
import { TransferPreview } from './components/TransferPreview'
import { customersIn, readTransferFilters } from './filters'
import {
  listCandidates,
  MOST_TRANSFERRED,
  OFFERED,
  type Preview,
  previewTransfer,
} from './queries.server'
import { chosenSchema, transferSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Transfer customers · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.transfer')
  const { projectId } = project
  const named = customersIn(request.url)
  const [agents, owners, names, found, preview] = await Promise.all([
    listAgents(db, projectId),
    listAgentsEver(db, projectId),
    namesOf(db, projectId),
    listCandidates(db, projectId, readTransferFilters(request.url), OFFERED),
    named.length > 0 ? previewTransfer(db, projectId, named) : null,
  ])
  if (preview && preview.rows.length === 0) throw problem(404)
  return {
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    today: today(project.timeZone),
    currency: project.currency,
    agents: agents.map(({ id, name }) => ({ value: id, label: name })),
    owners: owners.map(({ id, name }) => ({ value: id, label: name })),
    names: Object.fromEntries(names),
    found,
    most: MOST_TRANSFERRED,
    preview,
  }
}

/** The action's answer: the preview of the chosen customers, and the errors. */
interface Answer {
  preview: Preview | null
  result: SubmissionResult<string[]> | null
}

export const action = formActions({
  permission: 'customers.transfer',
  answer: async (result, { db, projectId, form }): Promise<Answer> => {
    const chosen = form.getAll('customer_ids').filter((id) => typeof id === 'string')
    return { preview: await previewTransfer(db, projectId, chosen), result }
  },
  intents: (intent) => ({
    transfer: intent({
      schema: transferSchema,
      command: ({ run, value }) => run('transfer_customers', { p_transfer: value }),
      done: ({ customers, bookings }) => {
        const pending = `${bookings} pending ${bookings === 1 ? 'booking' : 'bookings'}`
        const who = customers === 1 ? 'One customer is' : `${customers} customers are`
        const along = bookings === 0 ? '' : `, ${pending} too`
        return { to: paths.customers.transfers, text: `${who} transferred${along}.` }
      },
    }),
    'preview-all': async ({ db, projectId, url }) => {
      const filters = readTransferFilters(url.href)
      const { rows, count } = await listCandidates(db, projectId, filters, MOST_TRANSFERRED)
      // The button is not shown when there are too many customers.
      if (rows.length < count) throw problem(400)
      return previewed(
        db,
        projectId,
        rows.map(({ id }) => id),
      )
    },
    default: async ({ db, projectId, form }) => {
      const submission = parseWithZod(form, { schema: chosenSchema })
      if (submission.status !== 'success')
        return reply<Answer>({ preview: null, result: submission.reply() }, 422)
      return previewed(db, projectId, submission.value.customer_ids)
    },
  }),
})

async function previewed(db: Db, projectId: string, customers: readonly string[]) {
  const preview = await previewTransfer(db, projectId, customers)
  if (preview.rows.length === 0) throw problem(404)
  return reply<Answer>({ preview, result: null }, 200)
}

/** Gives customers to another agent: choose, look at what goes along, confirm. */
export default function TransferAdd() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const preview = answer ? answer.preview : data.preview
  const lastResult = answer?.result ?? null
  return (
    <>
      <PageHeader
        title="Transfer customers"
        crumbs={[{ label: 'Customer transfers', to: paths.customers.transfers }]}
        description={
          preview
            ? undefined
            : 'Select customers to reassign. Balances, cheques and pending bookings are shown before you confirm.'
        }
      />
      {preview ? (
        <>
          <TransferPreview preview={preview} names={data.names} currency={data.currency} />
          <TransferForm {...data} preview={preview} lastResult={lastResult} />
        </>
      ) : (
        <Candidates
          {...data}
          agents={data.owners}
          candidates={data.found.rows}
          count={data.found.count}
          most={data.most}
          lastResult={lastResult}
        />
      )}
    </>
  )
}

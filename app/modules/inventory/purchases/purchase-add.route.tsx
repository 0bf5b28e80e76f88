import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { isCommandCompleted } from '~/platform/db/command.server'
import { isSeen } from '~/platform/forms/duplicates.server'
import { newIdempotencyKey, readForm, readIdempotencyKey } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { today } from '~/platform/values/dates'
import { PageHeader } from '~/ui/PageHeader'
import { createPurchase } from './commands.server'
import { PurchaseForm } from './components/PurchaseForm'
import { readCopy } from './copy.server'
import { answer, type EntryAnswer, parsePurchase, paste, readPurchasePicks } from './entry.server'
import { listPurchaseProducts } from './products.server'
import { listSuppliers } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Add purchase · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const { projectId } = project
  const copied = new URL(request.url).searchParams.get('copy')
  const [products, suppliers, copy] = await Promise.all([
    listPurchaseProducts(db, projectId),
    listSuppliers(db, projectId),
    copied ? readCopy(db, projectId, copied) : null,
  ])
  return {
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
    products: merged(products, copy?.products),
    suppliers,
    copied: copy?.poNo ?? null,
    start: {
      kind: 'purchase' as const,
      lines: [{}],
      ...copy?.start,
      date_added: today(project.timeZone),
    },
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const { projectId } = project
  const form = await readForm(request, project)
  const picks = await readPurchasePicks(db, projectId, form)
  if (form.get('act') === 'paste')
    return reply({ ...(await paste(db, projectId, form)), picks }, 200)
  const submission = parsePurchase(form)
  const answered = async (lastResult: ReturnType<typeof submission.reply>) => ({
    ...(await answer(db, projectId, submission.payload, lastResult)),
    picks,
  })
  if (submission.status !== 'success') {
    return reply(await answered(submission.reply()), submission.status === 'error' ? 422 : 200)
  }
  const warned = await answered(submission.reply())
  const idempotencyKey = readIdempotencyKey(form)
  if (
    !isSeen(warned.duplicates, submission.value.again) &&
    !(await isCommandCompleted(db, projectId, idempotencyKey))
  ) {
    const lastResult = submission.reply({
      fieldErrors: { again: ['Look at it first, then tick this or correct the number.'] },
    })
    return reply({ ...warned, lastResult }, 422)
  }
  const result = await createPurchase(db, projectId, idempotencyKey, submission.value)
  if (!result.ok) {
    const { error } = result
    const lastResult = submission.reply(
      error.field
        ? { fieldErrors: { [error.field]: [error.message] } }
        : { formErrors: [error.message] },
    )
    return reply({ ...warned, lastResult }, error.status)
  }
  return redirectWithToast(
    paths.inventory.purchase(result.data.id),
    `${result.data.po_no} is recorded; stock is up to date.`,
  )
}

/** Records a purchase or return with its lines in one transaction. */
export default function PurchaseAdd() {
  const data = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>() as EntryAnswer | undefined
  // Lines that the server filled in need a new form that starts with them.
  const beginning = useRef('')
  if (answered?.filled) beginning.current = answered.filled
  return (
    <>
      <PageHeader
        title="Add purchase"
        crumbs={[{ label: 'Purchases', to: paths.inventory.purchases }]}
        description={data.copied ? `Copied from ${data.copied}; nothing is saved yet.` : null}
      />
      <PurchaseForm
        key={beginning.current}
        {...data}
        products={merged(data.products, answered?.products)}
        answer={answered}
      />
    </>
  )
}

function merged<P extends { id: string }>(products: P[], more: P[] | undefined): P[] {
  const known = new Set(products.map(({ id }) => id))
  return [...products, ...(more ?? []).filter(({ id }) => !known.has(id))]
}

import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { today } from '~/platform/dates'
import { invalidReply, newOp, readForm, readOp, refusedReply } from '~/platform/form.server'
import { requirePermission } from '~/platform/guard.server'
import { redirectWithToast } from '~/platform/toast.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { LineEditor } from '~/ui/LineEditor'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, TextField } from '~/ui/TextField'
import { listProductOptions } from '../queries.server'
import { createPurchase } from './commands.server'
import { PURCHASE_KINDS, purchaseSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add purchase · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const products = await listProductOptions(db, project.projectId)
  return {
    project: project.projectId,
    op: newOp(),
    today: today(project.timeZone),
    // Goods in are not held against what is available, and an empty "New SRP" leaves the live price alone.
    products: products.map(({ available, prices: { cost }, ...product }) => ({
      ...product,
      prices: { cost: cost ?? '' },
    })),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'purchases.write')
  const form = await readForm(request, project)
  const submission = parseWithZod(form, { schema: purchaseSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await createPurchase(db, project.projectId, readOp(form), submission.value)
  if (!result.ok) return refusedReply(submission, result.error)
  return redirectWithToast(
    `/inventory/purchase-list/${result.data.id}`,
    `${result.data.po_no} is recorded; stock is up to date.`,
  )
}

/** A purchase or return with its lines, written as one act. */
export default function PurchaseAdd() {
  const { project, op, products, today: date } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: 'purchase-add',
    schema: purchaseSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { kind: 'purchase', date_added: date, lines: [{}] },
  })
  return (
    <>
      <PageHeader
        title="Add purchase"
        crumbs={[{ label: 'Purchases', to: '/inventory/purchase-list' }]}
      />
      <Panel>
        <CommandForm form={form} project={project} op={op}>
          <FormGrid>
            <TextField field={fields.po_no} label="PO no." autoFocus autoComplete="off" />
            <TextField field={fields.supplier} label="Supplier" className="lg:col-span-2" />
            <SelectField field={fields.kind} label="Kind" options={PURCHASE_KINDS} />
            <TextField field={fields.invoice_no} label="Supplier invoice no." autoComplete="off" />
            <DateField field={fields.date_added} label="Date" />
            <DateField field={fields.invoice_date} label="Invoice date" />
            <DateField
              field={fields.delivery_date}
              label="Delivery date"
              hint="Stock counts from this day"
            />
          </FormGrid>
          <div className="mt-5">
            <LineEditor
              form={form}
              lines={fields.lines}
              products={products}
              amounts={[
                { name: 'cost', label: 'Cost' },
                { name: 'prod_srp', label: 'New SRP' },
              ]}
            />
          </div>
          <FormActions>
            <SubmitButton>Record purchase</SubmitButton>
            <LinkButton to="/inventory/purchase-list" variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}

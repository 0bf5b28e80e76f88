import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalidReply, newOp, readForm, readOp, refusedReply } from '~/platform/form.server'
import { requirePermission } from '~/platform/guard.server'
import { redirectWithToast } from '~/platform/toast.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField, TextField } from '~/ui/TextField'
import { readCategories } from '../queries.server'
import { addProduct } from './commands.server'
import { CategoryField } from './components/CategoryField'
import { productSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add product · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  return {
    // A form of its own after each product that was added, but the same one after a refusal.
    last: new URL(request.url).searchParams.get('last'),
    project: project.projectId,
    op: newOp(),
    categories: await readCategories(db, project.projectId),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const form = await readForm(request, project)
  const submission = parseWithZod(form, { schema: productSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await addProduct(db, project.projectId, readOp(form), submission.value)
  if (!result.ok) return refusedReply(submission, result.error)
  const to =
    form.get('then') === 'another'
      ? `/inventory/product-list/product-add-product?last=${result.data.id}`
      : '/inventory/product-list'
  return redirectWithToast(to, `${submission.value.description} added.`)
}

/** One product: what it is, how it is packed, what it costs. */
export default function ProductAdd() {
  const data = useLoaderData<typeof loader>()
  return <ProductForm key={data.last} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function ProductForm({ project, op, categories }: Props) {
  const [form, fields] = useCommandForm({
    id: 'product-add',
    schema: productSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { unit_of_measure: 'pc', case_config: 1 },
  })
  return (
    <>
      <PageHeader
        title="Add product"
        crumbs={[{ label: 'Products', to: '/inventory/product-list' }]}
      />
      <Panel>
        <CommandForm form={form} project={project} op={op}>
          <FormGrid>
            <TextField
              field={fields.description}
              label="Description"
              autoFocus
              className="lg:col-span-2"
            />
            <TextField field={fields.material_code} label="Material code" autoComplete="off" />
            <TextField field={fields.supplier} label="Supplier" />
            <CategoryField field={fields.category1} label="Category 1" options={categories[0]} />
            <CategoryField field={fields.category2} label="Category 2" options={categories[1]} />
            <CategoryField field={fields.category3} label="Category 3" options={categories[2]} />
            <TextField field={fields.unit_of_measure} label="Unit of measure" />
            <TextField
              field={fields.case_config}
              label="Pieces per case"
              inputMode="numeric"
              hint="1 when it is not sold by the case"
            />
            <TextField field={fields.liters_per_case} label="Litres per case" inputMode="decimal" />
            <MoneyField field={fields.def_cost} label="Default cost" hint="per piece" />
            <MoneyField
              field={fields.def_srp}
              label="Default SRP"
              hint="per piece; also the first live SRP"
            />
            <TextField
              field={fields.selected_color}
              label="Colour"
              placeholder="#2e7d32"
              hint="Marks the product in lists"
            />
          </FormGrid>
          <FormActions>
            <SubmitButton name="then" value="list">
              Add product
            </SubmitButton>
            <SubmitButton name="then" value="another" variant="secondary">
              Add and enter another
            </SubmitButton>
            <LinkButton to="/inventory/product-list" variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}

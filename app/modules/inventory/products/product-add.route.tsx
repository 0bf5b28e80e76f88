import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import {
  invalidReply,
  newIdempotencyKey,
  readForm,
  readIdempotencyKey,
} from '~/platform/forms/form.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { readCategories } from '../queries.server'
import { addProduct } from './commands.server'
import { ProductFields } from './components/ProductFields'
import { type ProductReply, productRefused } from './form.server'
import { productSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add product · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  return {
    // The form is new after each added product, and stays the same after a refusal.
    last: new URL(request.url).searchParams.get('last'),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    categories: await readCategories(db, project.projectId),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const form = await readForm(request, project)
  const submission = parseWithZod(form, { schema: productSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await addProduct(db, project.projectId, readIdempotencyKey(form), submission.value)
  if (!result.ok) return productRefused(db, project.projectId, submission, result.error)
  const to =
    form.get('then') === 'another'
      ? `${paths.inventory.addProduct}?last=${result.data.id}`
      : paths.inventory.products
  return redirectWithToast(to, `${submission.value.description} added.`)
}

/** Shows the form of a new product: its name, its packing and its prices. */
export default function ProductAdd() {
  const data = useLoaderData<typeof loader>()
  return <ProductForm key={data.last} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function ProductForm({ project, idempotencyKey, categories }: Props) {
  const lastResult = useActionData<typeof action>() as ProductReply | undefined
  const [form, fields] = useCommandForm({
    id: 'product-add',
    schema: productSchema,
    lastResult,
    defaultValue: { unit_of_measure: 'pc', case_config: 1 },
  })
  return (
    <>
      <PageHeader
        title="Add product"
        crumbs={[{ label: 'Products', to: paths.inventory.products }]}
        actions={<LinkButton to={paths.inventory.productImport}>Import many</LinkButton>}
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ProductFields fields={fields} categories={categories} taken={lastResult?.taken} />
          <FormActions>
            <SubmitButton name="then" value="list">
              Add product
            </SubmitButton>
            <SubmitButton name="then" value="another" variant="secondary">
              Add and enter another
            </SubmitButton>
            <LinkButton to={paths.inventory.products} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}

import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { invalidReply, readForm } from '~/platform/forms/form.server'
import { problem } from '~/platform/request/errors'
import { redirectWithToast } from '~/platform/request/toast.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { readCategories } from '../queries.server'
import { saveProduct } from './commands.server'
import { EditConflict } from './components/EditConflict'
import { ProductFields } from './components/ProductFields'
import { type ProductReply, productRefused } from './form.server'
import { readProduct } from './queries.server'
import { productSchema } from './schema'
import { valuesOf } from './values'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.product.description ?? 'product'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const [product, categories] = await Promise.all([
    readProduct(db, project.projectId, params.id ?? ''),
    readCategories(db, project.projectId),
  ])
  return { product, categories, project: project.projectId }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const form = await readForm(request, project)
  const submission = parseWithZod(form, { schema: productSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const version = Number(form.get('version'))
  if (!Number.isInteger(version)) throw problem(400)
  const id = params.id ?? ''
  const result = await saveProduct(db, project.projectId, id, version, submission.value)
  if (!result.ok) return productRefused(db, project.projectId, submission, result.error, id)
  return redirectWithToast(paths.inventory.product(id), `${submission.value.description} saved.`)
}

/**
 * Edits all fields of a product. A second editor who saves later is refused and sees the
 * differences.
 */
export default function ProductEdit() {
  const data = useLoaderData<typeof loader>()
  // Starting again from the saved product needs a new form.
  return <EditForm key={useLocation().search} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function EditForm({ product, categories, project }: Props) {
  const lastResult = useActionData<typeof action>() as ProductReply | undefined
  // The product as the user first saw it. The loader runs again after each action and may return a
  // newer one.
  const [began] = useState(product)
  const typed = lastResult?.initialValue
  const sent = typeof typed?.version === 'string' ? typed.version : began.version
  // A user who has seen the saved product may save over it.
  const saved = lastResult?.saved
  const version = saved?.version ?? sent
  const [form, fields] = useCommandForm({
    id: 'product-edit',
    schema: productSchema,
    lastResult,
    defaultValue: valuesOf(began),
  })
  const here = paths.inventory.product(product.id)
  return (
    <>
      <PageHeader
        title={`Edit ${product.description}`}
        crumbs={[
          { label: 'Products', to: paths.inventory.products },
          { label: product.description, to: here },
        ]}
      />
      {saved ? <EditConflict product={saved} typed={typed ?? {}} /> : null}
      <Panel>
        <CommandForm form={form} project={project}>
          <input type="hidden" name="version" value={version} />
          <ProductFields
            fields={fields}
            categories={categories}
            taken={lastResult?.taken}
            liveSrp={product.srp}
          />
          <FormActions>
            <SubmitButton>Save product</SubmitButton>
            <LinkButton to={here} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}

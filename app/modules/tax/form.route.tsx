import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formLayoutSchema } from '~/modules/prints/form-layout'
import { savePaperForm } from '~/modules/prints/forms.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { PlacedSheet } from '~/ui/PlacedSheet'
import { FormFields } from './components/FormFields'
import { readFormOfPaper, testPages } from './form.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.label ?? 'Paper'} on a pre-printed form · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'tax.read')
  const found = await readFormOfPaper(db, project.projectId, params.paper ?? '')
  return {
    ...found,
    page: testPages(found, project)[0]!,
    mayWrite: project.permissions.includes('settings.write'),
    project: project.projectId,
  }
}

export const action = formAction({
  permission: 'settings.write',
  document: ({ db, projectId, url }) =>
    readFormOfPaper(db, projectId, url.pathname.split('/')[3] ?? ''),
  schema: formLayoutSchema,
  command: ({ db, projectId, form, document: { paper, saved }, value }) =>
    savePaperForm(
      db,
      projectId,
      { paper, saved: { ...saved, version: Number(form.get('version')) || null } },
      value,
    ),
  done: 'Saved. Print a test page on plain paper.',
})

/** Edits where the texts of a paper stand on its form, with a preview. */
export default function FormPage() {
  const { paper, label, saved, page, mayWrite, project } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={label}
        crumbs={[{ label: 'Pre-printed forms', to: paths.tax.forms }]}
        description="Millimeters from the left and top edge of the form; a width of 0 leaves a text out. Print a test page on plain paper, compare it with a form, and adjust."
        actions={
          <LinkButton to={paths.tax.formTest(paper)} variant={mayWrite ? 'secondary' : 'primary'}>
            Test page
          </LinkButton>
        }
      />
      <h2 className="mb-2 text-base font-semibold">Preview</h2>
      <PlacedSheet page={page} />
      {mayWrite ? (
        // Each saved version resets the form, so that the next save starts from it.
        <FormFields key={saved.version} {...{ paper, saved, project, lastResult }} />
      ) : null}
    </>
  )
}

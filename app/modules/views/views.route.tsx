import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod/mini'
import { requireUser } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { withoutCursor } from '~/platform/request/first-page'
import { COLUMNS } from '~/platform/request/list-columns'
import { today } from '~/platform/values/dates'
import { fillPeriods } from '~/platform/values/periods'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { CheckField } from '~/ui/CheckField'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { readListViews } from './queries.server'
import { viewedOf } from './registry.server'
import { columnsSchema, columnsSearch, viewSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.title}: saved views` : 'Saved views'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, user, project } = await requireUser(context)
  // The administrator has no project, and no lists.
  if (!project) throw problem(403)
  const name = params.list ?? ''
  const { title, path, searchOf } = viewedOf(name, project)
  return {
    title,
    path,
    views: (await readListViews({ db, user, project }))[path]?.views ?? [],
    search: fillPeriods(
      searchOf(new URL(request.url).searchParams, project),
      today(project.timeZone),
    ),
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

/** Saves the filters of the address as a view, or deletes one. */
export const action = formActions({
  permission: null,
  document: async ({ url, project }) => {
    const name = url.pathname.split('/').at(-1) ?? ''
    const { path, searchOf } = viewedOf(name, project)
    return { name, path, search: searchOf(url.searchParams, project) }
  },
  intentOf: (form) =>
    form.has('remove') ? 'remove' : form.get('intent') === COLUMNS ? COLUMNS : 'default',
  intents: (intent) => ({
    default: intent({
      schema: viewSchema,
      command: ({ run, document: { name: report, search }, value }) =>
        run('save_report_view', { p_view: { ...value, search, report } }),
      done: (_, { document: { path, search }, project, value }) => ({
        to: `${path}?${fillPeriods(search, today(project.timeZone))}`,
        text: `View saved as ${value.name}.`,
      }),
    }),
    remove: intent({
      schema: z.object({ remove: z._default(z.string(), '') }),
      command: async ({ run, value }) => {
        const result = await run('remove_report_view', { p_view: value.remove })
        if (!result.ok) throw problem(result.error.status, result.error.message)
        return result
      },
      done: (_, { document: { path, search }, project }) => ({
        to: `${path}?${fillPeriods(search, today(project.timeZone))}`,
        text: 'View removed.',
      }),
    }),
    [COLUMNS]: intent({
      schema: columnsSchema,
      // The columns of a view stand in its address; those of the list are the reader's.
      command: async ({ run, url, document: { name: report }, form, value }) =>
        url.searchParams.has(COLUMNS)
          ? { ok: true as const, data: { id: '' } }
          : run('save_report_view', {
              p_view: { report, search: columnsSearch(form, value), is_default: true },
            }),
      done: (_, { document: { path }, url, form, value }) => {
        const search = withoutCursor(url.searchParams)
        search.delete('show')
        search.delete(COLUMNS)
        const arranged = new URLSearchParams(columnsSearch(form, value)).get(COLUMNS)
        if (url.searchParams.has(COLUMNS) && arranged) search.set(COLUMNS, arranged)
        return { to: `${path}?${search}`, text: value.reset ? 'Columns reset.' : 'Columns saved.' }
      },
    }),
  }),
})

/** Lists the saved views of a list or report, and saves the filters that it had. */
export default function Views() {
  const { title, path, views, search, project, idempotencyKey } = useLoaderData<typeof loader>()
  const [form, fields] = useCommandForm({
    id: `view-${idempotencyKey}`,
    schema: viewSchema,
    lastResult: useActionData<typeof action>(),
  })
  return (
    <>
      <PageHeader title="Saved views" crumbs={[{ label: title, to: `${path}?${search}` }]} />
      <Panel title={`Views of ${title}`}>
        {views.length === 0 ? (
          <EmptyState line title="No saved views yet">
            A view saves the filters, order and columns of a list.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {views.map((view) => (
              <li key={view.id} className="flex min-h-10 flex-wrap items-center gap-2">
                <Link to={`${path}?${view.search}`} className="text-accent hover:underline">
                  {view.name}
                </Link>
                {view.shared ? <Badge>Shared</Badge> : null}
                {view.mine ? (
                  <Form method="post" className="ml-auto">
                    <input type="hidden" name="project" value={project} />
                    <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
                    <input type="hidden" name="remove" value={view.id} />
                    <SubmitButton variant="ghost" size="sm" aria-label={`Remove ${view.name}`}>
                      Remove
                    </SubmitButton>
                  </Form>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title="Save view">
        <CommandForm {...{ form, project, idempotencyKey }} className="space-y-3">
          <TextField field={fields.name} label="Save view as" />
          <CheckField field={fields.shared} label="Share with all users" />
          <FormActions>
            <SubmitButton>Save view</SubmitButton>
            <LinkButton to={`${path}?${search}`} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}

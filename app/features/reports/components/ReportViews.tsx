import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { Badge } from '~/ui/Badge'
import { CheckField } from '~/ui/CheckField'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { viewSchema } from '../schema'
import type { SavedView } from '../views.server'

interface Props {
  path: string
  views: readonly SavedView[]
  /** The form sends it back, so that what stands on the screen is kept. */
  search: string
  project: string
  op: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Filters kept under a name: the reader's own and shared ones; opens without scripts. */
export function ReportViews({ path, views, search, project, op, lastResult }: Props) {
  const [form, fields] = useCommandForm({ id: `view-${op}`, schema: viewSchema, lastResult })
  return (
    <details
      open={lastResult !== undefined}
      className="mb-2 px-1 open:mb-4 open:rounded-lg open:border open:border-line open:bg-surface open:px-4 open:py-2 open:shadow-raised print:hidden"
    >
      <summary className="min-h-7 py-1 font-medium">
        Saved filters{views.length > 0 ? ` (${views.length})` : ''}
      </summary>
      {views.length > 0 ? (
        <ul className="my-2 flex flex-wrap gap-2">
          {views.map((view) => (
            <li
              key={view.id}
              className="flex items-center gap-2 rounded-md border border-line px-2 py-1"
            >
              <Link to={`${path}?${view.search}`} className="text-accent hover:underline">
                {view.name}
              </Link>
              {view.shared ? <Badge>Shared</Badge> : null}
              {view.mine ? (
                <Form method="post">
                  <input type="hidden" name="project" value={project} />
                  <input type="hidden" name="op" value={op} />
                  <input type="hidden" name="remove" value={view.id} />
                  <SubmitButton variant="ghost" size="sm" aria-label={`Remove ${view.name}`}>
                    Remove
                  </SubmitButton>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <CommandForm {...{ form, project, op }} className="flex flex-wrap items-end gap-3 py-2">
        <input type="hidden" name="search" value={search} />
        <TextField field={fields.name} label="Keep these filters as" />
        <CheckField field={fields.shared} label="For everyone who may open this report" />
        <SubmitButton>Save filters</SubmitButton>
      </CommandForm>
    </details>
  )
}

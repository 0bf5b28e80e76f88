import type { FormMetadata, SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { CommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import type { ProjectDocument } from '../queries.server'
import type { FormSection } from '../schema'
import { ProjectFacts } from './ProjectFacts'

/** Props that each section's form receives from the page. */
export interface SectionProps {
  project: ProjectDocument
  /** Whose settings they are: of any project to the administrator, or of the user's active project. */
  own: boolean
  idempotencyKey: string
  /** The version that the user saw. */
  version: number
  lastResult: SubmissionResult<string[]> | undefined
}

interface Props<F extends Record<string, unknown>> extends SectionProps {
  section: FormSection
  form: FormMetadata<F, string[]>
  children: ReactNode
}

/** A section of the settings with its own Save button. */
export function SectionForm<F extends Record<string, unknown>>(props: Props<F>) {
  const { project, own, idempotencyKey, version, lastResult, section, form, children } = props
  return (
    <CommandForm form={form} project={own ? project.id : null} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value={section} />
      <input type="hidden" name="version" value={version} />
      {wasChanged(lastResult, version) ? (
        <section aria-label="Changed by another user" className="mb-5 rounded-md bg-warn-soft p-3">
          <p className="mb-3 font-medium text-warn">
            These are the saved values. Saving again overwrites them with yours.
          </p>
          <ProjectFacts project={project} section={section} />
        </section>
      ) : null}
      {children}
      <FormActions>
        <SubmitButton>Save</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}

/** Tells whether the refused form was made for an older version than the page shows now. */
function wasChanged(lastResult: SubmissionResult<string[]> | undefined, version: number): boolean {
  return lastResult !== undefined && lastResult.initialValue?.version !== String(version)
}

import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { SubmitButton } from '~/ui/SubmitButton'

export interface PrintFormProps {
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | null | undefined
}

/**
 * Sends what a print is of, before the print dialog opens or the PDF is downloaded. A plain form: it has nothing to check, and pages that only
 * print load no scripts for fields.
 */
export function PrintForm({
  project,
  idempotencyKey,
  lastResult,
  fields,
  pdf = false,
}: PrintFormProps & {
  fields: readonly (readonly [name: string, value: string])[]
  pdf?: boolean
}) {
  const sentKey = lastResult?.initialValue?.idempotencyKey
  return (
    <Form method="post">
      <input type="hidden" name="project" value={project} />
      {/* A form that came back keeps its key: if the command did run, it does not run again. */}
      <input type="hidden" name="idempotencyKey" value={String(sentKey ?? idempotencyKey)} />
      {fields.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <ErrorBanner errors={lastResult?.error?.['']} />
      <div className="flex gap-2">
        <SubmitButton name="as" value="print">
          Print
        </SubmitButton>
        {pdf ? (
          <SubmitButton name="as" value="pdf" variant="secondary">
            PDF
          </SubmitButton>
        ) : null}
      </div>
    </Form>
  )
}

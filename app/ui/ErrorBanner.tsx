import type { SubmissionResult } from '@conform-to/react'
import { CircleAlert } from 'lucide-react'

/**
 * Shows form-level errors, or the reason of a refusal by the database. Renders nothing without
 * errors.
 */
export function ErrorBanner({ id, errors }: { id?: string; errors?: string[] | null }) {
  if (!errors?.length) return null
  return (
    <div
      id={id}
      role="alert"
      className="mb-4 flex gap-2 rounded-md border border-danger bg-danger-soft px-3 py-2 text-danger"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 font-medium">
        {errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
    </div>
  )
}

/**
 * Returns all errors of a refused form, for a page where the form is gone because another user was
 * faster.
 */
export function sentencesOf(result: SubmissionResult<string[]> | undefined): string[] {
  return Object.values(result?.error ?? {}).flatMap((sentences) => sentences ?? [])
}

/** Returns the sentences of a refused form that is not on the page any more: another user left it nothing to do. */
export function orphanErrors(
  result: SubmissionResult<string[]> | null | undefined,
  open: readonly string[],
): string[] | null {
  const intent = result?.initialValue?.intent
  if (!result?.error || (typeof intent === 'string' && open.includes(intent))) return null
  return sentencesOf(result)
}

import { useSearchParams } from '@remix-run/react'
import { LinkButton } from '~/ui/Button'

/** Leads from a paper to its pre-printed form, and back; nothing where the company has none. */
export function FormChoice({ form }: { form: { isChosen: boolean } | null }) {
  const [params] = useSearchParams()
  if (!form) return null
  const kept = [...params].filter(([name]) => !['form', 'print', 'pdf'].includes(name))
  const to = form.isChosen ? kept : [...kept, ['form', '1']]
  return (
    <LinkButton to={`?${new URLSearchParams(to)}`}>
      {form.isChosen ? 'Plain paper' : 'Pre-printed form'}
    </LinkButton>
  )
}

/** Says how forms are fed and numbered, above them. */
export function FormNotes({
  form,
  pages,
}: {
  form: { isChosen: boolean; note: string | null } | null
  pages: number
}) {
  if (!form?.isChosen) return null
  return (
    <p className="mb-4 text-muted print:hidden">
      {form.note ? `${form.note} ` : null}
      Print at 100 % (actual size), without margins.
      {pages > 1
        ? ` The lines take ${pages} forms. The document has the number of the first; the numbers printed on the other forms are used up, and each says which form it is.`
        : null}
    </p>
  )
}

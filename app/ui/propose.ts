/**
 * Writes a proposed value into a field and tells conform, as if the user had typed it. What the user typed stays, unless the
 * proposal is `always` made, such as for a product that was just chosen.
 */
export function propose(
  id: string | undefined,
  value: string | undefined,
  { always = false }: { always?: boolean } = {},
) {
  const input = id ? document.getElementById(id) : null
  if (!(input instanceof HTMLInputElement) || value === undefined) return
  if (!always && input.value !== input.dataset.proposed) return
  input.dataset.proposed = value
  if (input.value === value) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

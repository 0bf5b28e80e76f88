/** Suggests existing areas while one is typed (`list="areas"`). */
export function AreaOptions({ areas }: { areas: readonly string[] }) {
  return (
    <datalist id="areas">
      {areas.map((area) => (
        <option key={area} value={area} />
      ))}
    </datalist>
  )
}

/** Says that the people and figures here are made up. */
export function DemoBanner() {
  return (
    <p className="bg-warn-soft px-4 py-1.5 text-center text-xs font-medium text-warn print:hidden">
      Demo company: accounts with public passwords, made-up figures. Not for real business.
    </p>
  )
}

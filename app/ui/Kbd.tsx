/** A key to press. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-muted">
      {children}
    </kbd>
  )
}

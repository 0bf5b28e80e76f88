interface Props {
  crNo: string
  part: { no: number; of: number }
}

/** Shows a CR number and, of a receipt of several parts, which part of it a row is. */
export function CrNumber({ crNo, part }: Props) {
  return (
    <>
      {crNo}
      {part.of > 1 ? (
        <span className="block text-xs text-muted">
          part {part.no} of {part.of}
        </span>
      ) : null}
    </>
  )
}

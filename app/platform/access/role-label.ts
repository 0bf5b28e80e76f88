/** Returns a role as screens show it: "Expenses and Disbursements" for `expenses and disbursements`. */
export const roleLabel = (role: string) =>
  role.replace(/\b(?!and\b)[a-z]/g, (letter) => letter.toUpperCase())

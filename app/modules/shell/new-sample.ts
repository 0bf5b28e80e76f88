/** The entry of the project switcher that leads to the page of the sample company, while there is none. */
export const NEW_SAMPLE = 'sample'

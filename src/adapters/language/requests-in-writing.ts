/** From this probability on a sentence counts as a request or promise. Chosen by cross-validation. */
export const REQUEST_LIKELY = 0.43;

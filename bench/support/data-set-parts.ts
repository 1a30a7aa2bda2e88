/** The parts of a data set: parameters are tuned on `tune` only; goals apply to `report`, the held-out part. */
export const dataSetParts = ["tune", "report"] as const;
export type DataSetPart = (typeof dataSetParts)[number];

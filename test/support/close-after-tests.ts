interface ClosableResource {
  close(): Promise<unknown>;
}

/**
 * Closes resources that a `before` hook of the surrounding `describe` opens, after its tests. An `after` hook also runs
 * if the `before` hook has skipped the tests; then there is nothing to close.
 * @returns a function that registers a resource and returns it.
 */
export function closeAfterTests(): <T extends ClosableResource>(resource: T) => T {
  const openedResources: ClosableResource[] = [];
  after(() => Promise.all(openedResources.map((resource) => resource.close())));
  return (resource) => {
    openedResources.push(resource);
    return resource;
  };
}

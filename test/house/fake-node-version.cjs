// Preloaded with `node -r`: makes the process believe it runs on the Node of FAKE_NODE_VERSION.
Object.defineProperty(process, 'versions', {
  value: { ...process.versions, node: process.env.FAKE_NODE_VERSION },
});

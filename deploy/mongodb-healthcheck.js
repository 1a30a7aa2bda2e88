// Run by mongosh as the health check of the "mongodb" service of compose.scale.yaml. It also completes the installation,
// because MongoDB has no setting for this: it initiates the replica set and creates the user of MONGODB_URL. Each step is
// skipped when it was done before. A failed step ends mongosh with an error; the next check tries again.
const { MONGO_INITDB_ROOT_USERNAME, MONGO_INITDB_ROOT_PASSWORD, MONGODB_PASSWORD } = process.env;
const credentials = [MONGO_INITDB_ROOT_USERNAME, MONGO_INITDB_ROOT_PASSWORD].map(encodeURIComponent).join(":");
const admin = connect(`mongodb://${credentials}@127.0.0.1:27017/admin?directConnection=true`);

if (admin.hello().setName === undefined) {
  // Clients use the member's host name, therefore it is the name of the service.
  admin.adminCommand({ replSetInitiate: { _id: "mneme", members: [{ _id: 0, host: "mongodb:27017" }] } });
}
if (!admin.hello().isWritablePrimary) throw new Error("The replica set has no primary yet");
if (admin.getUser("mneme") === null) {
  admin.createUser({
    user: "mneme",
    pwd: MONGODB_PASSWORD,
    roles: [{ role: "readWrite", db: "mneme" }],
  });
}

/* A floor without those above it: linked with one library and what that stands on. */

int main(void) {
    return 0;
}
